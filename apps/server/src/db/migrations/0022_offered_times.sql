CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
CREATE TABLE "availability" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"zone" text NOT NULL,
	"weekly" jsonb NOT NULL,
	"step_minutes" integer NOT NULL,
	"leeway_minutes" integer NOT NULL,
	"buffer_before_minutes" integer NOT NULL,
	"buffer_after_minutes" integer NOT NULL,
	"notice_minutes" integer NOT NULL,
	"move_until_minutes" integer NOT NULL,
	"horizon_days" integer NOT NULL,
	"daily_limit" integer,
	"accept" text NOT NULL,
	"when_stale" text NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "availability_exceptions" (
	"person_id" uuid NOT NULL,
	"date" text NOT NULL,
	"windows" jsonb NOT NULL,
	CONSTRAINT "availability_exceptions_person_id_date_pk" PRIMARY KEY("person_id","date")
);
--> statement-breakpoint
CREATE TABLE "taken" (
	"source_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"person_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"blocked_from" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "taken_source_id_starts_at_pk" PRIMARY KEY("source_id","starts_at"),
	CONSTRAINT "taken_has_length" CHECK ("taken"."starts_at" < "taken"."ends_at"),
	CONSTRAINT "taken_within_its_buffers" CHECK ("taken"."blocked_from" <= "taken"."starts_at" and "taken"."ends_at" <= "taken"."blocked_until")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "booking_mode" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "slot_sequence" integer;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "slot_terms" jsonb;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "moves" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "hold_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "availability" ADD CONSTRAINT "availability_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "availability_exceptions" ADD CONSTRAINT "availability_exceptions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taken" ADD CONSTRAINT "taken_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taken_person" ON "taken" USING btree ("person_id","blocked_until");--> statement-breakpoint
CREATE INDEX "session_requests_served_slots" ON "session_requests" USING btree ("influencer_id","starts_at") WHERE "session_requests"."slot_sequence" is not null and "session_requests"."state" = 'completed';--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_slot_has_time" CHECK ("session_requests"."slot_sequence" is null or ("session_requests"."starts_at" is not null and "session_requests"."slot_terms" is not null));--> statement-breakpoint
-- No two hold the same time of one person; events may overlap each other, as they always could.
ALTER TABLE "taken" ADD CONSTRAINT "taken_once" EXCLUDE USING gist ("person_id" WITH =, tstzrange("blocked_from", "blocked_until") WITH &&) WHERE ("kind" <> 'event');--> statement-breakpoint
INSERT INTO "taken" ("source_id", "kind", "person_id", "starts_at", "ends_at", "blocked_from", "blocked_until")
SELECT "id", 'event', "influencer_id", "starts_at", "starts_at" + make_interval(secs => "duration_seconds"), "starts_at", "starts_at" + make_interval(secs => "duration_seconds")
FROM "live_events" WHERE "starts_at" IS NOT NULL AND "state" IN ('scheduled', 'live');
