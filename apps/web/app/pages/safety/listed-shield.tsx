import type { ReportSubject } from '@parley/contract'
import { useQueryClient } from '@tanstack/react-query'
import { PersonShield } from './person-shield.tsx'

/** The server ends open requests between two people a moment after the block. */
const REFETCH_AFTER_MS = 1_500

/** The shield of a person in a list of calls, which is loaded again after a block. */
export function ListedShield({
  person,
  about,
}: {
  person: { id: string; username: string }
  about: { kind: ReportSubject; id: string }
}) {
  const client = useQueryClient()
  return (
    <PersonShield
      person={person}
      about={about}
      onParted={() => {
        void client.invalidateQueries()
        setTimeout(() => void client.invalidateQueries(), REFETCH_AFTER_MS)
      }}
    />
  )
}
