/** LiveKit's documented way into a call: its PreJoin, then a token from the server, then its LiveKitRoom. */
import { LiveKitRoom, PreJoin, RoomAudioRenderer, useTracks, VideoTrack } from '@livekit/components-react'
import { Track } from 'livekit-client'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const ROOM_OPTIONS = { adaptiveStream: true, dynacast: true }

function OtherPerson() {
  const tracks = useTracks([Track.Source.Camera], { onlySubscribed: true })
  const other = tracks.find(({ participant }) => !participant.isLocal)
  return (
    <>
      {other && (
        <VideoTrack trackRef={other} data-testid="remote-video" style={{ width: 640, height: 360 }} />
      )}
      <RoomAudioRenderer />
    </>
  )
}

function Call() {
  const [joined, setJoined] = useState(null)
  const enter = async choices => {
    const answer = await fetch(`/token?name=${encodeURIComponent(choices.username)}`)
    setJoined({ choices, ...(await answer.json()) })
  }
  if (!joined)
    return (
      <PreJoin defaults={{ username: crypto.randomUUID() }} persistUserChoices={false} onSubmit={enter} />
    )
  const { choices, serverUrl, token } = joined
  return (
    <LiveKitRoom
      serverUrl={serverUrl}
      token={token}
      options={ROOM_OPTIONS}
      video={choices.videoEnabled && { deviceId: choices.videoDeviceId }}
      audio={choices.audioEnabled && { deviceId: choices.audioDeviceId }}
    >
      <OtherPerson />
    </LiveKitRoom>
  )
}

createRoot(document.getElementById('call')).render(<Call />)
