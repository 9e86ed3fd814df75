DROP INDEX "keepsakes_fan";--> statement-breakpoint
DROP INDEX "keepsakes_host";--> statement-breakpoint
CREATE INDEX "saved_cards_listed" ON "saved_cards" USING btree ("user_id","created_at") WHERE "saved_cards"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "blocks_listed" ON "blocks" USING btree ("blocker_id","created_at","blocked_id");--> statement-breakpoint
CREATE INDEX "keepsakes_fan" ON "keepsakes" USING btree ("fan_id","state","kept_at","id");--> statement-breakpoint
CREATE INDEX "keepsakes_host" ON "keepsakes" USING btree ("host_id","state","kept_at","id");