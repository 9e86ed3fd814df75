CREATE TABLE "queue_turns" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"position" integer NOT NULL,
	"state" text NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"missed" integer NOT NULL,
	"called_at" timestamp (3) with time zone,
	"alone_at" timestamp (3) with time zone,
	"used_ms" integer NOT NULL,
	"is_rest" boolean NOT NULL,
	"why" text,
	CONSTRAINT "queue_turns_number" UNIQUE("event_id","number"),
	CONSTRAINT "queue_turns_state" CHECK ("queue_turns"."state" in ('waiting', 'called', 'in_turn', 'served', 'part', 'skipped', 'left', 'unserved'))
);
--> statement-breakpoint
CREATE TABLE "queues" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"paused_by" text,
	"paused_ms" integer NOT NULL,
	"host_gone_at" timestamp (3) with time zone,
	"idle_at" timestamp (3) with time zone,
	"handed_at" timestamp (3) with time zone,
	"changeovers_ms" jsonb NOT NULL,
	CONSTRAINT "queues_state" CHECK ("queues"."state" in ('scheduled', 'running', 'paused', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "format" text DEFAULT 'broadcast' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "absent" text DEFAULT 'refund' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "line_order" text DEFAULT 'paid' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_turns" ADD CONSTRAINT "queue_turns_request_id_session_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."session_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_turns" ADD CONSTRAINT "queue_turns_event_id_queues_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."queues"("event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queues" ADD CONSTRAINT "queues_event_id_live_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."live_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_events_queues_to_come" ON "live_events" USING btree ("starts_at") WHERE "live_events"."format" = 'queue' and "live_events"."state" in ('scheduled', 'live');--> statement-breakpoint
ALTER TABLE "live_events" ADD CONSTRAINT "live_events_queue" CHECK ("live_events"."format" = 'broadcast' or ("live_events"."format" = 'queue' and "live_events"."starts_at" is not null
        and "live_events"."capacity" is not null and "live_events"."capacity" between 1 and 500 and "live_events"."duration_seconds" between 30 and 600));