import { useStore } from '../../../store/use-store.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import { switchesOf } from '../devices/sent-media.ts'
import { CallControls, type CallControlsProps } from './call-controls.tsx'
import css from './call-stage.module.css'

interface OwnControlsProps extends Pick<CallControlsProps, 'mic' | 'talk' | 'onPictureInPicture'> {
  media: LocalMedia
  onOpen: (sheet: 'devices' | 'end') => void
}

/** The controls at the bottom of a call, for the devices of this person. */
export function OwnControls({ media, onOpen, ...rest }: OwnControlsProps) {
  const devices = useStore(media)
  return (
    <div className={css.bottom}>
      <CallControls
        {...rest}
        {...switchesOf(devices)}
        onMicrophone={state => media.setMicrophone(state)}
        onCamera={state => media.setCamera(state)}
        onMore={() => onOpen('devices')}
        onEnd={() => onOpen('end')}
      />
    </div>
  )
}
