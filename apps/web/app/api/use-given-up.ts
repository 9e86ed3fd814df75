import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useAuth } from './use-auth.ts'

/** A question of one page to one person ends without an answer when they leave the page, or are another person. */
export function useGivenUp({ giveUp }: { giveUp: () => void }): void {
  const { pathname } = useLocation()
  const userId = useAuth().data?.user_id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question belongs to this page.
  useEffect(() => giveUp, [pathname, giveUp])
  // Before it is known who is logged in nobody leaves: the first answer must not end a question.
  useEffect(() => (userId === null ? undefined : giveUp), [userId, giveUp])
}
