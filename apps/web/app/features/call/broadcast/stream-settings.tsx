import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { DeviceChoices, DeviceSwitches } from '../devices/device-choices.tsx'
import type { LocalMedia } from '../devices/local-media.ts'
import { MediaHelp } from '../devices/media-help.tsx'
import { ShareChoices } from '../stage/share-choices.tsx'
import css from './stream.module.css'

/** The owner's microphone and camera, one press away: no controls cover the video. */
export function StreamSettings({ media }: { media: LocalMedia }) {
  const [isOpen, setOpen] = useState(false)
  const devices = useStore(media)
  return (
    <>
      <button
        type="button"
        className={css.round}
        aria-label={t('Sound and picture')}
        title={t('Sound and picture')}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal size={24} aria-hidden="true" />
      </button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('Sound and picture')}
        description={t('The clock runs on while one of them is off.')}
      >
        <MediaHelp media={media} devices={devices} />
        <DeviceSwitches media={media} devices={devices} />
        <DeviceChoices media={media} devices={devices} />
        <ShareChoices media={media} onChosen={() => setOpen(false)} />
      </Sheet>
    </>
  )
}
