ALTER TABLE "event_crew" ADD COLUMN "role" text DEFAULT 'usher' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_turns" ADD COLUMN "told_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "queues" ADD COLUMN "noted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_crew" ADD CONSTRAINT "event_crew_role" CHECK ("event_crew"."role" in ('usher', 'moderator')) NOT VALID;
