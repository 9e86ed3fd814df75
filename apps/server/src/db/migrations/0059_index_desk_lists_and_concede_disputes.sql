DROP INDEX "disputes_open";--> statement-breakpoint
DROP INDEX "problems_open";--> statement-breakpoint
DROP INDEX "appeals_open";--> statement-breakpoint
ALTER TABLE "dispute_packs" ADD COLUMN "concede_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dispute_packs" ADD COLUMN "conceded_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "disputes_closed" ON "disputes" USING btree ("closed_at","id") WHERE "disputes"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("decided_at","id") WHERE "reports"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("opened_at","id") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "problems_open" ON "problems" USING btree ("created_at","id") WHERE "problems"."state" = 'open';--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("created_at","id") WHERE "appeals"."decided_at" is null;