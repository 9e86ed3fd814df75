CREATE TABLE "birth_dates" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"birth_date" date NOT NULL,
	"is_confirmed" boolean NOT NULL,
	"source" text NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"former_mailbox" text
);
--> statement-breakpoint
ALTER TABLE "birth_dates" ADD CONSTRAINT "birth_dates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "birth_dates_former_mailbox" ON "birth_dates" USING btree ("former_mailbox");