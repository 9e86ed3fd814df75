import { buffer } from 'node:stream/consumers'
import type { ImageStore } from './image-store.ts'

const LARGEST = { widthPx: 1080, format: 'jpeg' } as const

/** The bytes of the image at one of our addresses; null when it is deleted. */
export async function readImage(store: ImageStore, address: string): Promise<Buffer | null> {
  const stored = await store.open(address.replace(/^\/pictures\//, ''), LARGEST)
  return stored && buffer(stored.stream)
}
