ALTER TABLE "queue_turns" ADD COLUMN "away_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_turns" ADD COLUMN "is_passed" boolean DEFAULT false NOT NULL;