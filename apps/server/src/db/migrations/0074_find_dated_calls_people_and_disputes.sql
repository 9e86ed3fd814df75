ALTER TABLE "disputes" ADD COLUMN "influencer_id" uuid;--> statement-breakpoint
CREATE INDEX "users_username_begins" ON "users" USING btree (lower("username") collate "C");--> statement-breakpoint
CREATE INDEX "users_whole_name" ON "users" USING btree (lower("first_name" || ' ' || "last_name"));--> statement-breakpoint
CREATE INDEX "disputes_influencer" ON "disputes" USING btree ("influencer_id","opened_at","id");--> statement-breakpoint
CREATE INDEX "session_requests_bought_dated" ON "session_requests" USING btree ("buyer_id","starts_at") WHERE "session_requests"."starts_at" is not null;--> statement-breakpoint
CREATE INDEX "session_requests_sold_dated" ON "session_requests" USING btree ("influencer_id","starts_at") WHERE "session_requests"."starts_at" is not null;--> statement-breakpoint
CREATE INDEX "session_requests_ended_places" ON "session_requests" USING btree ("buyer_id","ended_at") WHERE "session_requests"."live_event_id" is not null and "session_requests"."ended_at" is not null;--> statement-breakpoint
CREATE FUNCTION name_seller_of_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.influencer_id := (SELECT influencer_id FROM session_requests WHERE id = NEW.request_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER disputes_seller BEFORE INSERT ON "disputes" FOR EACH ROW EXECUTE FUNCTION name_seller_of_dispute();--> statement-breakpoint
-- Somebody accepts a prepaid link whose payment is disputed already.
CREATE FUNCTION name_seller_of_its_disputes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE disputes SET influencer_id = NEW.influencer_id WHERE request_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER session_requests_seller AFTER UPDATE OF influencer_id ON "session_requests" FOR EACH ROW
WHEN (OLD.influencer_id IS DISTINCT FROM NEW.influencer_id) EXECUTE FUNCTION name_seller_of_its_disputes();--> statement-breakpoint
UPDATE "disputes" SET influencer_id = r.influencer_id FROM "session_requests" r WHERE r.id = "disputes"."request_id";
