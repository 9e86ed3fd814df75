import type { LiveEvent, VirtualEventPatch } from '@parley/contract'
import type { Core } from '../../core/core.ts'
import type { Person } from '../../core/person.ts'
import type { DbOrTx } from '../../db/client.ts'
import type { PictureStore } from './picture-store.ts'
import type { PictureMaker } from './prepare-picture.ts'

/** What the operations of this domain use. */
export interface ProfilesDeps extends Core {
  pictures: PictureStore
  preparePicture: PictureMaker
  /** The platform's share in percent, shown before each sale. */
  feePercent: number
  /** Whether two people have a request with each other, from the requests domain. */
  sharesRequest(oneId: string, otherId: string): Promise<boolean>
  /** The events an influencer shows, from the live-events domain. */
  virtualEventsOf(db: DbOrTx, influencerId: string): Promise<LiveEvent[]>
  /** Creates or changes an event of one's own, in the live-events domain. */
  saveEvent(edit: { person: Person; patch: VirtualEventPatch; picture: Blob | null }): Promise<void>
}
