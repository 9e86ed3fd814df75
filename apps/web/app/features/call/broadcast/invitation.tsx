import { useEffect } from 'react'
import { plural, t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { LocalMedia } from '../devices/local-media.ts'
import { MediaHelp } from '../devices/media-help.tsx'
import { sentOf } from '../devices/sent-media.ts'
import { Preview } from '../green-room/green-room.tsx'
import type { StageStore } from '../talk/stage-store.ts'
import type { GuestPublisher } from './guest-publisher.ts'
import css from './invitation.module.css'

interface InvitationProps {
  stage: StageStore
  publisher: GuestPublisher
  host: string
  /** How many others watch, and the host. */
  audience: number
}

/** Before the stage: the invited viewer sees themselves, and nobody else does before the press. */
export function Invitation({ stage, publisher, host, audience }: InvitationProps) {
  const { you } = useStore(stage)
  const { media } = useStore(publisher)
  const isInvited = you === 'invited'
  useEffect(() => {
    if (isInvited) publisher.prepare()
  }, [isInvited, publisher])
  return (
    <Sheet
      open={isInvited}
      onOpenChange={isOpen => {
        if (!isOpen) publisher.decline()
      }}
      title={t('@{name} invites you on the stage', { name: host })}
      description={plural(audience, {
        one: '{count} person will see and hear you.',
        other: '{count} people will see and hear you.',
      })}
      actions={media && <Answers media={media} publisher={publisher} />}
    >
      {media && <SelfPreview media={media} />}
      <p className={css.sentence}>
        {t('Nothing of you is sent before you press. You can leave the stage at any time.')}
      </p>
    </Sheet>
  )
}

function SelfPreview({ media }: { media: LocalMedia }) {
  const devices = useStore(media)
  return (
    <>
      <Preview media={media} devices={devices} />
      <MediaHelp media={media} devices={devices} />
    </>
  )
}

function Answers({ media, publisher }: { media: LocalMedia; publisher: GuestPublisher }) {
  const devices = useStore(media)
  const isReady = devices.phase === 'answered' && sentOf(devices) !== 'nothing'
  return (
    <>
      <Button onClick={() => publisher.decline()}>{t('Not now')}</Button>
      <Button variant="primary" disabled={!isReady} onClick={() => publisher.accept()}>
        {t('Go on the stage')}
      </Button>
    </>
  )
}
