ALTER TABLE "disputes" ADD COLUMN "has_pack" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "logins_ends" ON "logins" USING btree ("ends_at") WHERE "logins"."ends_at" is not null;--> statement-breakpoint
CREATE INDEX "disputes_without_pack" ON "disputes" USING btree ("opened_at") WHERE "disputes"."state" = 'open' and not "disputes"."has_pack";--> statement-breakpoint
CREATE INDEX "payouts_open_of" ON "payouts" USING btree ("influencer_id","payable_at","id") WHERE status in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "session_requests_open_between" ON "session_requests" USING btree ("buyer_id","influencer_id") WHERE state in ('offered', 'accepted');--> statement-breakpoint
CREATE INDEX "session_requests_hold_payouts" ON "session_requests" USING btree ("influencer_id") WHERE (payment_status = 'disputed' or (problem_open and released_at is not null));--> statement-breakpoint
CREATE INDEX "suspensions_ended" ON "suspensions" USING btree ("ended_at") WHERE "suspensions"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "staff_pending_acts_decided" ON "staff_pending_acts" USING btree ("decided_at") WHERE "staff_pending_acts"."decided_at" is not null;--> statement-breakpoint
CREATE FUNCTION dispute_has_pack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE disputes SET has_pack = true WHERE id = NEW.dispute_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER dispute_packs_made AFTER INSERT ON "dispute_packs" FOR EACH ROW EXECUTE FUNCTION dispute_has_pack();--> statement-breakpoint
UPDATE "disputes" SET "has_pack" = true WHERE "id" IN (SELECT "dispute_id" FROM "dispute_packs");
