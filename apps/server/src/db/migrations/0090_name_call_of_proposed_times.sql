ALTER TABLE "taken" ADD COLUMN "call_id" uuid;--> statement-breakpoint
UPDATE "taken" SET "call_id" = "slot_proposals"."request_id" FROM "slot_proposals"
  WHERE "taken"."kind" = 'proposal' AND "slot_proposals"."id" = "taken"."source_id";
