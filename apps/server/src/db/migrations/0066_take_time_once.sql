ALTER TABLE "taken" ADD COLUMN "may_overlap" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Broadcasts may overlap each other; queues could until now, and those that do stay as they are.
UPDATE "taken" SET "may_overlap" = true
WHERE "kind" = 'event' AND (
  EXISTS (SELECT FROM "live_events" WHERE "live_events"."id" = "taken"."source_id" AND "live_events"."format" = 'broadcast')
  OR EXISTS (
    SELECT FROM "taken" "other"
    WHERE "other"."person_id" = "taken"."person_id" AND "other"."source_id" <> "taken"."source_id"
      AND "other"."blocked_until" > "taken"."blocked_from" AND "other"."blocked_from" < "taken"."blocked_until"
  )
);--> statement-breakpoint
ALTER TABLE "taken" DROP CONSTRAINT "taken_once";--> statement-breakpoint
-- The table has only what is still to come, so its index is built in a moment.
ALTER TABLE "taken" ADD CONSTRAINT "taken_once" EXCLUDE USING gist ("person_id" WITH =, tstzrange("blocked_from", "blocked_until") WITH &&) WHERE (NOT "may_overlap");
