CREATE TABLE "slot_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"slots" jsonb NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "slot_proposals_ended_by_something" CHECK (("slot_proposals"."ended_at" is null) = ("slot_proposals"."ended_by" is null))
);
--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "proposal_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "slot_proposals" ADD CONSTRAINT "slot_proposals_request_id_session_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."session_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "slot_proposals_one_open" ON "slot_proposals" USING btree ("request_id") WHERE "slot_proposals"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "slot_proposals_request" ON "slot_proposals" USING btree ("request_id");