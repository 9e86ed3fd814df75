-- The words of one event, and those of all events of a person by it. With both in one condition (OR) Postgres before 18,
-- which plans such a function without its values, could read every event at each change of one.
CREATE FUNCTION write_words_of_event(event uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM live_event_words w USING live_events e JOIN users u ON u.id = e.influencer_id
  WHERE w.event_id = event AND e.id = event
    AND NOT (e.state IN ('scheduled', 'live') AND u.public_profile AND u.suspended_at IS NULL AND u.deleted_at IS NULL);
  INSERT INTO live_event_words (event_id, words)
  SELECT e.id, search_words(concat_ws(' ', e.title, u.username, u.first_name, u.last_name), e.description) || category_word(p.category)
  FROM live_events e JOIN users u ON u.id = e.influencer_id JOIN profiles p ON p.user_id = e.influencer_id
  WHERE e.id = event AND e.state IN ('scheduled', 'live')
    AND u.public_profile AND u.suspended_at IS NULL AND u.deleted_at IS NULL
  ON CONFLICT (event_id) DO UPDATE SET words = excluded.words WHERE live_event_words.words <> excluded.words
$$;
--> statement-breakpoint
-- An event that is over has no words since it ended.
CREATE FUNCTION write_words_of_events_of(owner uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_words_of_event(e.id) FROM live_events e
  WHERE e.influencer_id = owner AND e.state IN ('scheduled', 'live');
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION words_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'profiles' THEN
    PERFORM write_profile_words(NEW.user_id);
    IF TG_OP = 'INSERT' THEN
      PERFORM write_words_of_events_of(NEW.user_id);
    ELSIF NEW.category IS DISTINCT FROM OLD.category THEN
      PERFORM write_words_of_events_of(NEW.user_id);
    END IF;
  ELSIF TG_TABLE_NAME = 'live_events' THEN
    PERFORM write_words_of_event(NEW.id);
  ELSE
    PERFORM write_profile_words(NEW.id);
    PERFORM write_words_of_events_of(NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION write_event_words(uuid, uuid);
