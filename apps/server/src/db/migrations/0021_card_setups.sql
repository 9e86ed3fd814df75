CREATE TABLE "card_setups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"setup_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "card_setups_setup_id_unique" UNIQUE("setup_id")
);
--> statement-breakpoint
ALTER TABLE "card_setups" ADD CONSTRAINT "card_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_setups_user" ON "card_setups" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "card_setups_one_open" ON "card_setups" USING btree ("user_id") WHERE "card_setups"."status" = 'open';--> statement-breakpoint
CREATE INDEX "provider_events_setup_failed" ON "provider_events" USING btree ("object_id") WHERE "provider_events"."type" = 'setup_intent.setup_failed';