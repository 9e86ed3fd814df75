DROP INDEX "session_requests_unreleased";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "money_back" text DEFAULT 'flexible' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "money_back_policy" text;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "money_back_sentence" text;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "money_back_at_most" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "session_requests_unreleased" ON "session_requests" USING btree ("influencer_id","ended_at") WHERE "session_requests"."paid_at" is not null and "session_requests"."released_at" is null and ("session_requests"."state" in ('offered', 'accepted', 'completed') or "session_requests"."settled_by" = 'cancelled_late') and "session_requests"."payment_status" in ('paid', 'partly_refunded', 'refund_failed', 'disputed');--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_money_back_is_of_dated" CHECK (("session_requests"."money_back_policy" is null) = ("session_requests"."money_back_sentence" is null) and ("session_requests"."money_back_policy" is null or "session_requests"."starts_at" is not null));--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_money_back_at_most" CHECK ("session_requests"."money_back_at_most" between 0 and 100);--> statement-breakpoint
ALTER TABLE "session_requests" ADD CONSTRAINT "session_requests_acknowledged" CHECK (("session_requests"."terms_version" is null) = ("session_requests"."acknowledged_at" is null));