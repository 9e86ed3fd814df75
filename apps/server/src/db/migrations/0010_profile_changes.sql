CREATE TABLE "profile_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"changed_in" "xid8" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profile_changes" ADD CONSTRAINT "profile_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profile_changes_newest" ON "profile_changes" USING btree ("changed_in");--> statement-breakpoint
CREATE FUNCTION profile_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO profile_changes (user_id, changed_in)
  VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END, pg_current_xact_id())
  ON CONFLICT (user_id) DO UPDATE SET changed_in = excluded.changed_in
  WHERE profile_changes.changed_in <> excluded.changed_in;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER profiles_changed AFTER INSERT OR DELETE OR UPDATE OF version ON "profiles" FOR EACH ROW EXECUTE FUNCTION profile_changed();
--> statement-breakpoint
INSERT INTO profile_changes (user_id, changed_in) SELECT user_id, pg_current_xact_id() FROM profiles;
