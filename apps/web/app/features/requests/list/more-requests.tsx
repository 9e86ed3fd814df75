import { Button } from '../../../ui/button.tsx'

/** How the next page of a list is loaded; `onMore` is null when there is none. */
export interface More {
  onMore: (() => void) | null
  busy: boolean
}

/** The button under a list that loads its next page. */
export function MoreRequests({ more, words }: { more: More; words: string }) {
  return (
    more.onMore && (
      <Button busy={more.busy} onClick={more.onMore}>
        {words}
      </Button>
    )
  )
}
