/** Who asks: the owner of an access token whose login still stands. */
export interface Person {
  id: string
  username: string
  firstName: string
  isInfluencer: boolean
  loginId: string
}
