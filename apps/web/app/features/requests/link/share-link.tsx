import { ShareButton } from '../../../ui/share/share-button.tsx'
import { CopyLink } from './copy-link.tsx'

/** A link to share: one tap copies it, another one opens the other ways. */
export function ShareLink({ path, title }: { path: string; title: string }) {
  return (
    <>
      <CopyLink path={path} />
      <ShareButton path={path} title={title} />
    </>
  )
}
