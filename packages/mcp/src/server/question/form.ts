/** The params of `elicitation/create` in form mode. */
export interface QuestionForm {
  readonly mode: "form";
  readonly message: string;
  readonly requestedSchema: {
    readonly type: "object";
    readonly properties: Record<string, FormField>;
    readonly required: string[];
  };
}

/** A field as every revision knows it. */
type FormField =
  | {
      readonly type: "string";
      readonly title?: string;
      readonly description?: string;
      readonly maxLength?: number;
    }
  | {
      readonly type: "string";
      readonly title?: string;
      readonly description?: string;
      readonly enum: string[];
    }
  | {
      readonly type: "array";
      readonly title?: string;
      readonly description?: string;
      readonly items: { readonly type: "string"; readonly enum: string[] };
    };
