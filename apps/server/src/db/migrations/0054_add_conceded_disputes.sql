ALTER TABLE "dispute_packs" ADD COLUMN "concede_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dispute_packs" ADD COLUMN "conceded_at" timestamp (3) with time zone;