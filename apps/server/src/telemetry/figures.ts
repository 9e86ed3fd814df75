/** `gauge` goes up and down; `counter` only goes up until its process ends. */
interface Figure {
  type: 'gauge' | 'counter'
  help: string
}

const gauge = (help: string): Figure => ({ type: 'gauge', help })
const counter = (help: string): Figure => ({ type: 'counter', help })

/**
 * What parts of the server count by themselves, by its name for Prometheus without the `_total` of a counter. The
 * embedded media counts in its workers, LiveKit's in the monitor.
 */
export const FIGURES: Readonly<Record<string, Figure>> = {
  parley_bus_well: gauge('1 while messages to and from other processes arrive, otherwise 0.'),
  parley_keys_unwrapped: gauge('Signing keys in the database that are not encrypted.'),
  parley_sockets_open: gauge('Open WebSockets of this process.'),
  parley_call_sockets: gauge('Open WebSockets of calls and events.'),
  parley_live_calls: gauge('Calls whose paid time runs in this process.'),
  parley_watched_calls: gauge('Calls whose people this process watches, also without paid time.'),
  parley_lost_leases: counter(
    'Calls whose time another process took over, because this one did not renew its lease.',
  ),
  parley_video_rooms: gauge('Media rooms.'),
  parley_video_connections: gauge('People in media rooms.'),
  parley_video_workers: gauge('Media workers that should run.'),
  parley_video_workers_up: gauge('Media workers that answer.'),
  parley_video_worker_deaths: counter('Media workers that ended by themselves.'),
  parley_video_rooms_unmonitored: gauge(
    'Rooms that the monitor is not in, so that their time does not count.',
  ),
  parley_video_rooms_monitored: gauge('Rooms that the monitor is in.'),
  parley_video_monitor_up: gauge('1 while the monitor of LiveKit answers, otherwise 0.'),
  parley_video_monitor_deaths: counter('Monitors of LiveKit that ended by themselves.'),
  parley_video_packets_received: counter('Packets that the monitor of LiveKit received.'),
  parley_video_joins: counter('People who joined a media room.'),
  parley_video_packets_in: counter('Media packets that arrived.'),
  parley_video_bytes_in: counter('Bytes of media that arrived.'),
  parley_video_packets_out: counter('Media packets that were sent.'),
  parley_video_bytes_out: counter('Bytes of media that were sent.'),
  parley_video_requests_upstream: counter('Lost packets that were requested again from publishers.'),
  parley_video_repeats: counter('Packets that were sent to viewers again.'),
  parley_video_repeats_refused: counter('Packets that viewers requested again too often.'),
  parley_video_keyframe_requests: counter('Keyframes that were requested from publishers.'),
  parley_video_send_errors: counter('Packets that the media library refused to send.'),
  parley_video_callback_errors: counter('Errors in handlers of the media library.'),
  parley_video_handshake_failures: counter('Connections that failed before they were made.'),
  parley_video_ignored_messages: counter('Messages of the server that a media worker could not read.'),
  parley_video_relayed_packets: counter('Packets that were forwarded to other workers.'),
  parley_video_relay_drops: counter('Packets that were dropped because another worker was too slow.'),
  parley_video_cpu_percent: gauge('CPU of the media workers, in percent of a core.'),
  parley_video_rss_bytes: gauge('Memory of the media workers.'),
}
