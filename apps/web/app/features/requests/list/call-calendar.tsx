import type { SessionRequest } from '@parley/contract'
import { AddToCalendar } from '../../../ui/share/add-to-calendar.tsx'
import { callEntry } from '../../../ui/share/calendar-entries.ts'
import { useHydrated } from '../../../ui/use-hydrated.ts'

/** Adds a dated call to the person's calendar; renders nothing for a call without a date. */
export function CallCalendar({
  request,
  path,
  other,
}: {
  request: SessionRequest
  path: string
  other: string
}) {
  const hydrated = useHydrated()
  const entry = hydrated ? callEntry(request, { origin: window.location.origin, path, other }) : null
  return entry && <AddToCalendar entry={entry} />
}
