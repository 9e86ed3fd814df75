ALTER TABLE "disputes" ADD COLUMN "is_inquiry" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute_packs" ADD COLUMN "is_of_inquiry" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute_packs" ADD COLUMN "renewed_at" timestamp (3) with time zone;