DROP INDEX "reports_reported";--> statement-breakpoint
CREATE INDEX "reports_upheld_about" ON "reports" USING btree ("reported_id") WHERE "reports"."decision" = 'upheld';--> statement-breakpoint
CREATE INDEX "reports_upheld_of" ON "reports" USING btree ("reporter_id") WHERE "reports"."decision" = 'upheld';--> statement-breakpoint
CREATE INDEX "reports_reported" ON "reports" USING btree ("reported_id","created_at","id");