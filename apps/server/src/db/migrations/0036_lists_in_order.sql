DROP INDEX "session_requests_state";--> statement-breakpoint
DROP INDEX "session_requests_buyer";--> statement-breakpoint
DROP INDEX "session_requests_influencer";--> statement-breakpoint
DROP INDEX "session_requests_attendee";--> statement-breakpoint
DROP INDEX "session_requests_prepaid";--> statement-breakpoint
CREATE INDEX "session_requests_buyer_of" ON "session_requests" USING btree ("buyer_id","influencer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_requests_paid" ON "session_requests" USING btree ("influencer_id","created_at","id") WHERE payment_status in ('paid', 'partly_refunded', 'refunded', 'refund_failed', 'disputed', 'charged_back');--> statement-breakpoint
CREATE INDEX "session_requests_paid_state" ON "session_requests" USING btree ("influencer_id","state","request_type","created_at","id") WHERE payment_status in ('paid', 'partly_refunded', 'refunded', 'refund_failed', 'disputed', 'charged_back');--> statement-breakpoint
CREATE INDEX "session_requests_unpaid_state" ON "session_requests" USING btree ("influencer_id","state","request_type","created_at","id") WHERE payment_status in ('unpaid', 'processing', 'failed');--> statement-breakpoint
CREATE INDEX "session_requests_open_calls" ON "session_requests" USING btree ("influencer_id","created_at") WHERE "session_requests"."state" in ('offered', 'accepted') and "session_requests"."request_type" in ('private', 'prepaid');--> statement-breakpoint
CREATE INDEX "session_requests_prepaid_performed" ON "session_requests" USING btree ("influencer_id","created_at","id") WHERE "session_requests"."request_type" = 'prepaid';--> statement-breakpoint
CREATE INDEX "session_requests_buyer" ON "session_requests" USING btree ("buyer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_requests_influencer" ON "session_requests" USING btree ("influencer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "session_requests_attendee" ON "session_requests" USING btree ("attendee_id","created_at","id") WHERE "session_requests"."attendee_id" is not null;--> statement-breakpoint
CREATE INDEX "session_requests_prepaid" ON "session_requests" USING btree ("buyer_id","created_at","id") WHERE "session_requests"."request_type" = 'prepaid';