ALTER TABLE "live_events" ADD COLUMN "fingerprint" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "ending" text;--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "used_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "live_events_due" ON "live_events" USING btree ("due_at") WHERE "live_events"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_price" CHECK ("live_events"."price_pence" between 100 and 1000000);--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_duration" CHECK ("live_events"."duration_seconds" between 1 and 86400);--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_capacity" CHECK ("live_events"."capacity" is null or "live_events"."capacity" > 0);--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_ended_has_ending" CHECK (("live_events"."ending" is null) = ("live_events"."state" in ('scheduled', 'live')));