CREATE TABLE "staff_pending_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"about_kind" text NOT NULL,
	"about_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"request_id" uuid,
	"amount_pence" integer,
	"role" text,
	"reason" text NOT NULL,
	"about_version" integer NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_pending_acts" ADD CONSTRAINT "staff_pending_acts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_pending_acts" ADD CONSTRAINT "staff_pending_acts_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_pending_acts" ADD CONSTRAINT "staff_pending_acts_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_pending_acts_one" ON "staff_pending_acts" USING btree ("about_id","kind") WHERE "staff_pending_acts"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "staff_pending_acts_waiting" ON "staff_pending_acts" USING btree ("asked_at","id") WHERE "staff_pending_acts"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "staff_pending_acts_person" ON "staff_pending_acts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "staff_pending_acts_asked_by" ON "staff_pending_acts" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "staff_pending_acts_decided_by" ON "staff_pending_acts" USING btree ("decided_by");