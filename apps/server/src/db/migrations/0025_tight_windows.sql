ALTER TABLE "session_requests" ADD COLUMN "takes_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "taken" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
-- Windows that were sold before: of two at one time the first keeps it, the other goes on as it was.
INSERT INTO "taken" ("source_id", "kind", "person_id", "starts_at", "ends_at", "blocked_from", "blocked_until")
SELECT r."id", 'window', r."influencer_id", r."starts_at", r."ends_at", r."starts_at", r."ends_at"
FROM "session_requests" r
WHERE r."request_type" = 'private' AND r."influencer_id" IS NOT NULL AND r."slot_sequence" IS NULL
  AND r."state" IN ('offered', 'accepted') AND (r."paid_at" IS NOT NULL OR r."state" = 'accepted')
  AND r."ends_at" - r."starts_at" < make_interval(secs => 2 * r."duration_seconds")
  AND NOT EXISTS (
    SELECT 1 FROM "taken" k WHERE k."person_id" = r."influencer_id"
      AND k."blocked_from" < r."ends_at" AND r."starts_at" < k."blocked_until")
ORDER BY r."created_at", r."id"
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE "session_requests" SET "takes_time" = true WHERE "id" IN (SELECT "source_id" FROM "taken" WHERE "kind" = 'window');
