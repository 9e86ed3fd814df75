import { useQueryClient } from '@tanstack/react-query'
import { PersonShield } from './person-shield.tsx'

/** What is open between two people ends a moment after the block. */
const LOOK_AGAIN_MS = 1_500

/** The shield of somebody in a list of calls, which is read again when they are parted. */
export function ListedShield({ person }: { person: { id: string; username: string } }) {
  const client = useQueryClient()
  return (
    <PersonShield
      person={person}
      onParted={() => {
        void client.invalidateQueries()
        setTimeout(() => void client.invalidateQueries(), LOOK_AGAIN_MS)
      }}
    />
  )
}
