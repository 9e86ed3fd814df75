import { ShareButton } from '../../../ui/share/share-button.tsx'
import { CopyLink } from './copy-link.tsx'

/** A link of this site to pass on: copied by one tap, and all other ways behind another. */
export function ShareLink({ path, title }: { path: string; title: string }) {
  return (
    <>
      <CopyLink path={path} />
      <ShareButton path={path} title={title} />
    </>
  )
}
