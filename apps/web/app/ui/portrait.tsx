import { type ReactNode, useState } from 'react'
import css from './portrait.module.css'
import { Ring, type RingTone } from './ring.tsx'
import { StoredImage } from './stored-image.tsx'

export interface PortraitProps {
  name: string
  picture: string | null
  sizes: string
  tone?: RingTone
  eager?: boolean
  className?: string | undefined
  /** Shown instead of initials. */
  drawing?: ReactNode
}

function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map(word => word[0]?.toUpperCase() ?? '')
    .join('')
}

/** A person in the ring: their image, or their initials where they have none or nobody may see it any more. */
export function Portrait({ name, picture, sizes, tone = 'ember', eager, className, drawing }: PortraitProps) {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <Ring tone={tone} className={className} fraction={0.86} weight={2.4}>
      {picture === null || picture === failed ? (
        (drawing ?? (
          <span className={css.initials} role="img" aria-label={name}>
            {initials(name)}
          </span>
        ))
      ) : (
        <StoredImage
          base={picture}
          alt={name}
          sizes={sizes}
          onError={() => setFailed(picture)}
          {...(eager ? { eager } : {})}
        />
      )}
    </Ring>
  )
}
