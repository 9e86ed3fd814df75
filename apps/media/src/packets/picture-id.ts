/**
 * What a VP8 payload descriptor counts (RFC 7741 section 4.2): the picture, and the frames of the base layer. Read with
 * bounds.
 */
import { payloadStart } from './keyframe.ts'
import { VP8 } from './sdp.ts'

const [EXTENDED, HAS_PICTURE_ID, HAS_LAYER_INDEX, IS_LONG] = [0x80, 0x80, 0x40, 0x80]

/** Where a packet's numbers stand, and what they are. */
export interface PictureNumbers {
  /** 15 bits or 7, as the sender writes it. */
  picture: { at: number; value: number; mask: 0x7fff | 0x7f }
  /** TL0PICIDX, 8 bits; null where it is not sent. */
  layer: { at: number; value: number } | null
}

/** The numbers of a VP8 packet; null where there are none, as in other codecs. */
export function readPictureNumbers(packet: Buffer): PictureNumbers | null {
  if (((packet[1] ?? 0) & 0x7f) !== VP8.payloadType) return null
  const from = payloadStart(packet)
  if (((packet[from] ?? 0) & EXTENDED) === 0) return null
  const has = packet[from + 1] ?? 0
  const at = from + 2
  if ((has & HAS_PICTURE_ID) === 0 || at + 3 > packet.length) return null
  const isLong = ((packet[at] ?? 0) & IS_LONG) !== 0
  const picture = isLong
    ? ({ at, value: packet.readUInt16BE(at) & 0x7fff, mask: 0x7fff } as const)
    : ({ at, value: packet.readUInt8(at), mask: 0x7f } as const)
  const layerAt = at + (isLong ? 2 : 1)
  const layer =
    (has & HAS_LAYER_INDEX) === 0 || layerAt >= packet.length
      ? null
      : { at: layerAt, value: packet.readUInt8(layerAt) }
  return { picture, layer }
}

/** Moves a packet's numbers on by so many, in place. */
export function movePictureNumbers(packet: Buffer, by: { picture: number; layer: number }): void {
  const numbers = readPictureNumbers(packet)
  if (!numbers) return
  const { picture, layer } = numbers
  const value = (picture.value + by.picture) & picture.mask
  if (picture.mask === 0x7fff) packet.writeUInt16BE(0x8000 | value, picture.at)
  else packet.writeUInt8(value, picture.at)
  if (layer) packet.writeUInt8((layer.value + by.layer) & 0xff, layer.at)
}
