CREATE TABLE "staff_action_people" (
	"action_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_action_people_action_id_person_id_pk" PRIMARY KEY("action_id","person_id")
);
--> statement-breakpoint
-- Who did it, whom it concerned, and whom a list showed to them. An id that is no person's is left out.
CREATE FUNCTION people_of_staff_action(action staff_actions) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT users.id FROM users WHERE users.id IN (
    SELECT action.staff_id
    UNION SELECT action.person_id
    UNION SELECT shown.id::uuid FROM jsonb_array_elements_text(
      CASE WHEN jsonb_typeof(action.after -> 'people') = 'array' THEN action.after -> 'people' ELSE '[]' END
    ) shown (id) WHERE shown.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  )
$$;--> statement-breakpoint
-- Nobody waits behind this: it locks no row and no table of others.
INSERT INTO "staff_action_people" SELECT a.id, person, a.created_at FROM "staff_actions" a, people_of_staff_action(a) person;--> statement-breakpoint
CREATE INDEX "staff_action_people_at" ON "staff_action_people" USING btree ("person_id","created_at","action_id");--> statement-breakpoint
ALTER TABLE "staff_action_people" ADD CONSTRAINT "staff_action_people_action_id_staff_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."staff_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_action_people" ADD CONSTRAINT "staff_action_people_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION write_staff_action_people() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO staff_action_people SELECT NEW.id, person, NEW.created_at FROM people_of_staff_action(NEW) person;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER staff_actions_people AFTER INSERT ON "staff_actions" FOR EACH ROW EXECUTE FUNCTION write_staff_action_people();--> statement-breakpoint
-- The rows that running processes wrote meanwhile; from here on the trigger writes them.
INSERT INTO "staff_action_people" SELECT a.id, person, a.created_at FROM "staff_actions" a, people_of_staff_action(a) person
WHERE a.created_at > now() - interval '1 hour' ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE TRIGGER staff_action_people_append_only BEFORE UPDATE OR TRUNCATE ON "staff_action_people" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER staff_action_people_kept BEFORE DELETE ON "staff_action_people" FOR EACH ROW EXECUTE FUNCTION refuse_removal_within_three_years();
