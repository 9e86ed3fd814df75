import type { Core } from '../../core/core.ts'
import type { ImageStore } from './image-store.ts'
import type { ImageMaker } from './prepare-image.ts'

/** The dependencies of this domain. */
export interface ProfilesDeps extends Core {
  images: ImageStore
  prepareImage: ImageMaker
  /** The platform's fee in percent, shown before each sale. */
  feePercent: number
  /** Whether two people have a request with each other, from the requests domain. */
  sharesRequest(oneId: string, otherId: string): Promise<boolean>
  /** Whether one of two people has blocked the other, from the safety domain. */
  areApart(oneId: string, otherId: string): Promise<boolean>
}
