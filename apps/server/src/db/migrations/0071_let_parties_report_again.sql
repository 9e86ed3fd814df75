ALTER TABLE "problems" DROP CONSTRAINT "problems_once_a_request";--> statement-breakpoint
CREATE UNIQUE INDEX "problems_one_open" ON "problems" USING btree ("request_id") WHERE "problems"."state" = 'open';--> statement-breakpoint
CREATE INDEX "problems_request" ON "problems" USING btree ("request_id","created_at");