using System;

namespace Shop;

/// <summary>Marks what leaves a trace.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class AuditedAttribute : Attribute
{
    public string Reason { get; set; } = "";
}
