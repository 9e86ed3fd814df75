import { ProfilePage } from '../../../profile.jsx'

/** Kept, and made anew at most once a second: a change is as soon on the page as on the product's. */
export const revalidate = 1
export const dynamicParams = true
export const generateStaticParams = () => []

export default async function Page({ params }) {
  return <ProfilePage username={(await params).username} />
}
