/** How the value of a body's field becomes HTML. */
export interface BodyPlan {
  kind: 'markdown' | 'html' | 'text';
}
