CREATE TABLE "staff_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid,
	"act" text NOT NULL,
	"person_id" uuid,
	"about_kind" text,
	"about_id" text,
	"reason" text,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "staff_roles_user_id_role_pk" PRIMARY KEY("user_id","role")
);
--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_actions" ADD CONSTRAINT "staff_actions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_actions_at" ON "staff_actions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "staff_actions_staff" ON "staff_actions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_actions_person" ON "staff_actions" USING btree ("person_id");--> statement-breakpoint
CREATE TRIGGER staff_actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "staff_actions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
