DROP INDEX "outbox_due";--> statement-breakpoint
CREATE INDEX "ws_tickets_user" ON "ws_tickets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "live_events_picture" ON "live_events" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "card_charges_payment" ON "card_charges" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "profiles_picture" ON "profiles" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "session_requests_event" ON "session_requests" USING btree ("live_event_id","state") WHERE "session_requests"."live_event_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_due_again" ON "outbox" USING btree ("run_at","id") WHERE "outbox"."done_at" is null and "outbox"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("run_at","id") WHERE "outbox"."done_at" is null and "outbox"."attempts" = 0;