import type { Influencer, Slot, Slots } from '@parley/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api/browser.ts'
import { deviceZone } from '../../language/shown-zone.ts'
import { nearestIn } from './nearest.ts'
import { todayIn } from './slot-text.ts'

/**
 * The slot that a fan picked. It is valid from the tap on. The address contains it too, some moments later, so that it
 * survives a login.
 */
export interface PickedSlot {
  start: string | null
  choose: (start: string | null) => void
  /** Picks the next free slot when one is needed and none is picked. */
  needed: () => Promise<void>
  /** The free slots nearest to one that another fan took before it was booked; null while none was lost. */
  nearest: readonly Slot[] | null
  /** A booking was refused: a time that somebody else took is not picked any more. Answers whether it was that. */
  refused: (error: unknown) => boolean
}

const NAME = 'slot'

/** The slot of an address; null where it has none, or what is there is no time, as in a damaged link. */
function slotIn(search: URLSearchParams): string | null {
  const slot = search.get(NAME)
  return slot === null || Number.isNaN(Date.parse(slot)) ? null : slot
}

export function usePickedSlot(influencer: Influencer): PickedSlot {
  const client = useQueryClient()
  const { username } = influencer.user
  const [search, setSearch] = useSearchParams()
  const [tapped, setTapped] = useState<{ of: string; start: string | null } | null>(null)
  const [nearest, setNearest] = useState<readonly Slot[] | null>(null)
  const known = tapped?.of === username ? tapped.start : slotIn(search)
  const start = influencer.booking_mode === 'off' ? null : known
  const latest = useRef(start)
  latest.current = start
  const choose = useCallback(
    (next: string | null) => {
      latest.current = next
      setTapped({ of: username, start: next })
      const change = (before: URLSearchParams) => {
        const after = new URLSearchParams(before)
        if (next === null) after.delete(NAME)
        else after.set(NAME, next)
        return after
      }
      setSearch(change, { replace: true, preventScrollReset: true })
    },
    [setSearch, username],
  )
  return {
    start,
    choose,
    nearest,
    async needed() {
      setNearest(null)
      if (latest.current !== null || influencer.booking_mode !== 'only') return
      const zone = deviceZone()
      const today = todayIn(zone)
      const query = new URLSearchParams({ from: today, to: today, zone })
      const path = `/api/parley/${username}/slots/?${query}`
      // Without an answer no slot is chosen, and the form asks for one.
      const found = await api.get<Slots>(path).catch(() => null)
      // A slot that was tapped during this request stays picked.
      if (found?.next_slot && latest.current === null) choose(found.next_slot.start)
    },
    refused(error) {
      const near = nearestIn(error)
      setNearest(near)
      if (near === null) return false
      choose(null)
      void client.invalidateQueries({ queryKey: ['slots', username] })
      return true
    },
  }
}
