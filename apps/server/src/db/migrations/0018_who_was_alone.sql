CREATE TABLE "media_alone" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" uuid NOT NULL,
	"side" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"proven_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "media_alone_side" CHECK ("media_alone"."side" in ('buyer', 'influencer')),
	CONSTRAINT "media_alone_forward" CHECK ("media_alone"."proven_until" > "media_alone"."started_at")
);
--> statement-breakpoint
ALTER TABLE "call_rooms" ADD COLUMN "buyer_ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "session_requests" ADD COLUMN "settled_by" text;--> statement-breakpoint
ALTER TABLE "media_alone" ADD CONSTRAINT "media_alone_room_id_call_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."call_rooms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_alone_room" ON "media_alone" USING btree ("room_id");--> statement-breakpoint
ALTER TABLE "call_rooms" DROP COLUMN "buyer_seen_at";--> statement-breakpoint
ALTER TABLE "call_rooms" DROP COLUMN "influencer_seen_at";--> statement-breakpoint
ALTER TABLE "call_rooms" DROP COLUMN "influencer_waited_ms";