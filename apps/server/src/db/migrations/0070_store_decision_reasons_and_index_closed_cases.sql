ALTER TABLE "problems" ADD COLUMN "decision_reason" text;--> statement-breakpoint
ALTER TABLE "appeals" ADD COLUMN "decision_reason" text;--> statement-breakpoint
CREATE INDEX "problems_settled" ON "problems" USING btree ("settled_at","id") WHERE "problems"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX "appeals_decided" ON "appeals" USING btree ("decided_at","id") WHERE "appeals"."decided_at" is not null;