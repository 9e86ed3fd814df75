CREATE TABLE "consents" (
	"keepsake_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"said_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consents_keepsake_id_person_id_pk" PRIMARY KEY("keepsake_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "keepsakes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"room_id" uuid NOT NULL,
	"fan_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"state" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"asks" integer NOT NULL,
	"agreed_at" timestamp (3) with time zone,
	"kept_at" timestamp (3) with time zone,
	"picture" "bytea",
	CONSTRAINT "keepsakes_room" UNIQUE("room_id"),
	CONSTRAINT "keepsakes_state" CHECK ("keepsakes"."state" in ('asked', 'agreed', 'kept', 'refused', 'removed')),
	CONSTRAINT "keepsakes_picture" CHECK (("keepsakes"."picture" is not null) = ("keepsakes"."state" = 'kept')),
	CONSTRAINT "keepsakes_two" CHECK ("keepsakes"."fan_id" <> "keepsakes"."host_id")
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_keepsake_id_keepsakes_id_fk" FOREIGN KEY ("keepsake_id") REFERENCES "public"."keepsakes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keepsakes" ADD CONSTRAINT "keepsakes_fan_id_users_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keepsakes" ADD CONSTRAINT "keepsakes_host_id_users_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keepsakes" ADD CONSTRAINT "keepsakes_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_person" ON "consents" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "keepsakes_fan" ON "keepsakes" USING btree ("fan_id");--> statement-breakpoint
CREATE INDEX "keepsakes_host" ON "keepsakes" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "keepsakes_asked_by" ON "keepsakes" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "keepsakes_kept" ON "keepsakes" USING btree ("kept_at");--> statement-breakpoint
ALTER TABLE "event_crew" VALIDATE CONSTRAINT "event_crew_role";
