import { t } from '../../../../language/text.ts'

export type Switch = 'on' | 'off'
export type MediaKind = 'audio' | 'video'
export interface Device {
  id: string
  label: string
}

/** The message about a device that is not there any more. */
export const unpluggedText = (kind: MediaKind) =>
  kind === 'audio' ? t('Your microphone was unplugged.') : t('Your camera was unplugged.')

/** Of a device that is still there. */
export const stoppedText = (kind: MediaKind) =>
  kind === 'audio'
    ? t('Your microphone stopped: the device was locked, or another page or program took it.')
    : t('Your camera stopped: the device was locked, or another page or program took it.')

/** The device of a track. */
export function kindOf(track: MediaStreamTrack): MediaKind {
  return track.kind === 'audio' ? 'audio' : 'video'
}

/** Without permission a device has neither id nor name and cannot be chosen. */
export function named(
  all: readonly MediaDeviceInfo[],
  kind: MediaDeviceKind,
  nameless: (number: number) => string,
): Device[] {
  const known = all.filter(device => device.kind === kind && device.deviceId !== '')
  return known.map(({ deviceId, label }, index) => ({ id: deviceId, label: label || nameless(index + 1) }))
}
