CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"suspension_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "appeals_suspension_id_unique" UNIQUE("suspension_id")
);
--> statement-breakpoint
CREATE TABLE "suspensions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"until" timestamp (3) with time zone,
	"reason" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"appeal_id" text NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone,
	"lift_asked_by" uuid,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "suspensions_appeal_id_unique" UNIQUE("appeal_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_suspension_id_suspensions_id_fk" FOREIGN KEY ("suspension_id") REFERENCES "public"."suspensions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspensions" ADD CONSTRAINT "suspensions_lift_asked_by_users_id_fk" FOREIGN KEY ("lift_asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appeals_decided_by" ON "appeals" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("created_at") WHERE "appeals"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "suspensions_user" ON "suspensions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "suspensions_staff" ON "suspensions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "suspensions_lift_asked_by" ON "suspensions" USING btree ("lift_asked_by");--> statement-breakpoint
CREATE UNIQUE INDEX "suspensions_one" ON "suspensions" USING btree ("user_id") WHERE "suspensions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "suspensions_unsettled" ON "suspensions" USING btree ("created_at") WHERE "suspensions"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "suspensions_until" ON "suspensions" USING btree ("until") WHERE "suspensions"."ended_at" is null and "suspensions"."until" is not null;