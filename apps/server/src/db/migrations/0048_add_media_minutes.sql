CREATE TABLE "media_minutes" (
	"room_id" uuid NOT NULL,
	"side" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"packets" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "media_minutes_room_id_side_minute_pk" PRIMARY KEY("room_id","side","minute"),
	CONSTRAINT "media_minutes_side" CHECK ("media_minutes"."side" in ('buyer', 'influencer'))
);
--> statement-breakpoint
CREATE INDEX "media_minutes_minute" ON "media_minutes" USING btree ("minute");