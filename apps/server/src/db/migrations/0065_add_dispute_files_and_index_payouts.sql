ALTER TABLE "dispute_packs" ADD COLUMN "other_file_ids" jsonb;--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("payable_at","id") WHERE status in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "payouts_closed" ON "payouts" USING btree ("payable_at","id") WHERE status in ('paid', 'netted', 'forgone');